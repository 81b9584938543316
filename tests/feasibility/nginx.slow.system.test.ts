import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '@holbench/process/run-tool';
import { messageOf } from '@holbench/process/user-error';
import { COMBINATIONS } from '@holbench/variants/feasibility';
import { expect } from 'vitest';
import { testWith, tools } from './lab.ts';

testWith('nginx-http2')('nginx-http3', async ({ lab: { folder } }) => {
  const path = tools.proxies['nginx']?.path ?? '';
  const file = join(folder, 'nginx.conf');
  await writeFile(file, 'events {} http { server { listen 127.0.0.1:9443 quic; } }');
  const seen = await runTool(path, ['-t', '-e', 'stderr', '-p', folder, '-c', file]).catch(
    messageOf,
  );
  const said = /\] \d+#\d+: (.*) in /.exec(seen)?.[1];
  expect(COMBINATIONS['nginx-http3']).toMatchObject({
    works: said === undefined,
    evidence: `Its check of a configuration with “listen … quic” ends with “${said}”. nginx has HTTP/3 from 1.25 on.`,
  });
});
