import { startVariant } from '@holbench/harness/start-variant';
import { runTool } from '@holbench/process/run-tool';
import { WEBSOCKET_PATH } from '@holbench/protocol/health';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import { variant } from '@holbench/variants/registry';
import { expect, test } from 'vitest';
import { extendedConnect } from './http2.ts';
import { open, openWebSocket, startBrowser, testWith, tools } from './lab.ts';

const LOAD = `import('node:quic').then(() => 'it loads', (error) => error.message).then(console.log)`;

test.each([
  ['servers', tools.serverNodes.newest.path],
  ['tooling', process.execPath],
])('node-http3: in the Node of the %s', async (_role, node) => {
  const seen = (await runTool(node, ['--eval', LOAD])).trim();
  // Node 20 refuses the option.
  const flagged = await runTool(node, ['--experimental-quic', '--eval', LOAD]).catch(String);
  const changes = flagged.includes('it loads') ? 'helps' : 'does not help';
  expect(COMBINATIONS['node-http3']).toMatchObject({
    works: changes === 'helps' || seen === 'it loads',
    evidence: `import('node:quic') ends with “${seen}”. The option --experimental-quic ${changes}.`,
  });
});

testWith('node-http2')('websocket-http2-node', async ({ lab }) => {
  const { origin } = lab.started.use(
    await startVariant(variant('node-http2'), {
      tools,
      // The smallest with which it starts; no file is moved.
      fileBytes: 100 * 1024,
      logFolder: lab.folder,
    }),
  );
  const { browser } = await startBrowser(lab, { forceQuic: [] });
  const page = await browser.newPage();
  expect(await open(page, `${origin}/?variant=node-http2`)).toBeNull();
  const state = await openWebSocket(page, `${origin.replace('https', 'wss')}${WEBSOCKET_PATH}`);
  expect(COMBINATIONS['websocket-http2-node']).toMatchObject({
    works: state === 'opened',
    evidence: `node:http2 ${await extendedConnect(origin)}. The WebSocket of its page is ${state}.`,
  });
});
