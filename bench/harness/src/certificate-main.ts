import { ensureCertificate } from './certificate.ts';
import { runMain } from '@holbench/process/command-line';

/** What setup.sh calls. */
await runMain(async () => {
  const { cert } = await ensureCertificate();
  console.log(cert);
});
