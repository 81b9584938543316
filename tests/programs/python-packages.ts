import { installed } from './installed.ts';
import { mustRun } from './long-program.ts';

// Each package is pinned by its hash, and each that one needs is listed: nothing is resolved.
const PIP_INSTALL =
  '-m pip install --disable-pip-version-check --no-warn-script-location --require-hashes --no-deps --no-build-isolation --target'.split(
    ' ',
  );
const INSTALL_MS = 300_000;

/** Packages of Python, as a file of requirements has them. */
export interface PythonPackages {
  readonly name: string;
  /** An interpreter that has pip. */
  readonly python: string;
  /** Path of the file. */
  readonly requirements: string;
  readonly logPath: string;
  /** What is still to be done in their folder. */
  readonly finish?: (folder: string) => Promise<void>;
}

/**
 * Installs them on first use.
 * @returns their folder in the cache, for PYTHONPATH.
 * @throws UserError naming the log when pip fails.
 */
export function pythonPackages(packages: PythonPackages): Promise<string> {
  const { name, python, requirements, logPath, finish } = packages;
  return installed(name, requirements, async (folder) => {
    await mustRun({
      name: `the installation of ${name}`,
      command: python,
      args: [...PIP_INSTALL, folder, '--requirement', requirements],
      logPath,
      limitMs: INSTALL_MS,
    });
    await finish?.(folder);
  });
}
