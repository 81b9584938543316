// Ten small requests beside a download, on one connection of node:http2: when does the server see them?
// At one end of a slow link with losses: reproduce.mjs serve [--pieces]; at the other: reproduce.mjs ask http://HOST:8080
// --pieces: the server writes 16 KiB at a time, and lets the event loop poll for input between two of them.
import { once } from 'node:events';
import http2 from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';

const [role, argument] = process.argv.slice(2);

function serve(inPieces) {
  const chunk = Buffer.alloc(inPieces ? 16_384 : 102_400);
  const answer = async (stream, { ':path': path }) => {
    stream.respond({ seen: Date.now() });
    for (let left = path === '/file' ? 50 * 2 ** 20 : 0; left > 0; left -= chunk.length) {
      await new Promise((taken) => stream.write(chunk, taken));
      for (let polls = inPieces ? 2 : 0; polls > 0; polls--) await new Promise(setImmediate);
    }
    stream.end('small');
  };
  const server = http2.createServer().listen(8080);
  server.on('stream', (...request) => void answer(...request));
}

async function ask(origin) {
  // Chromium's windows, which the download does not fill.
  const session = http2.connect(origin, { settings: { initialWindowSize: 6 * 2 ** 20 } });
  await once(session, 'connect');
  session.setLocalWindowSize(15 * 2 ** 20);
  session.request({ ':path': '/file' }).resume();
  await delay(5_000);
  for (let count = 0; count < 10; count++) {
    const asked = Date.now();
    const request = session.request({ ':path': '/' }).resume();
    const [[headers]] = await Promise.all([once(request, 'response'), once(request, 'end')]);
    console.log(`seen after ${headers.seen - asked} ms, answered after ${Date.now() - asked} ms`);
  }
  process.exit();
}

await (role === 'serve' ? serve(argument === '--pieces') : ask(argument));
