import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { json } from 'node:stream/consumers';
import { CreatedCoValue } from '@holbench/protocol/messages/create';
import { parseValue } from '@holbench/protocol/parse';
import { sendChunks } from '@holbench/client/transport/upload';
import { UPLOAD_TEXT, type LabClient } from './lab-client.ts';

/** Connections per user, as many as a browser opens to one origin. */
const CONNECTIONS = 6;

/** Users over HTTP/1.1. Certificates are the lab's own, so they are not verified. */
export function http1Client(origin: string): LabClient {
  const agents: Agent[] = [];
  const newAgent = (): Agent => {
    const agent = new Agent({
      keepAlive: true,
      maxSockets: CONNECTIONS,
      rejectUnauthorized: false,
    });
    agents.push(agent);
    return agent;
  };

  return {
    async stall(id) {
      const response = await send(newAgent(), 'GET', `${origin}/covalues/${id}/file`);
      response.pause();
    },
    async upload({ bytes, sha256, chunk }) {
      const agent = newAgent();
      const body = Buffer.from(JSON.stringify({ text: UPLOAD_TEXT, file: { bytes, sha256 } }));
      const answer = await json(await send(agent, 'POST', `${origin}/covalues`, body));
      const { id, upload } = parseValue(CreatedCoValue, answer);
      if (!upload) throw new Error('the server wants no file');
      await sendChunks(bytes, upload, async (index) => {
        const url = `${origin}/covalues/${id}/file/chunks/${index}`;
        await json(await send(agent, 'PUT', url, chunk(index)));
      });
    },
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

async function send(
  agent: Agent,
  method: string,
  url: string,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  const type = method === 'POST' ? 'application/json' : 'application/octet-stream';
  const headers = body ? { 'content-type': type, 'content-length': body.byteLength } : {};
  const clientRequest = request(url, { agent, method, headers });
  clientRequest.end(body);
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  if ((response.statusCode ?? 500) >= 300)
    throw new Error(`${method} ${url}: ${response.statusCode}`);
  return response;
}
