import { ensureCertificate } from './certificate.ts';
import { runMain } from './command-line.ts';

/** What setup.sh calls. */
await runMain(async () => {
  const { cert } = await ensureCertificate();
  console.log(cert);
});
