import { LOCALHOST } from '@holbench/process/network-side';
import { type FeasibilityTest, missingOfServer } from '../feasibility-test.ts';
import { chosenProtocol, getHttp2 } from '../http2-request.ts';
import { startUws, uwsText, whyNoUws } from '../start-uws.ts';

/** Whether uWebSockets.js speaks HTTP/2: by an app of its own, or by what its TLS offers. */
export const uwsHttp2: FeasibilityTest = {
  id: 'uws-http2',
  what: (tools) => `HTTP/2 in ${uwsText(tools)}`,
  missing: (tools) => whyNoUws(tools) ?? missingOfServer(tools),
  run: async (lab) => {
    const { cert, key } = lab.certificate;
    const { apps, port, end } = await startUws(lab, {
      app: 'SSLApp',
      cert_file_name: cert,
      key_file_name: key,
    });
    const exported = `exports ${apps.join(', ')}`;
    if (port === null) return { works: false, evidence: `${exported}; SSLApp: ${end}` };
    const alpn = await chosenProtocol(LOCALHOST.address, port);
    const answer = await getHttp2(`https://${LOCALHOST.address}:${port}`);
    return {
      works: answer === 200,
      evidence:
        `${exported}; SSLApp, offered h2 and http/1.1 (ALPN), chooses ${alpn}; ` +
        `a request of HTTP/2: ${answer === 200 ? 'answered' : answer}`,
    };
  },
};
