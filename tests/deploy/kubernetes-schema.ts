import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed } from '@holbench/test-programs/installed';
import { mustRun } from '@holbench/test-programs/long-program';
import { findPython3 } from '@holbench/test-programs/python3';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const PIP_DOWNLOAD =
  '-m pip download --disable-pip-version-check --quiet --require-hashes --no-deps --dest'.split(
    ' ',
  );
const FETCH_MS = 120_000;
const EXTRACT = `
import glob, sys, zipfile
folder, name = sys.argv[1:]
[wheel] = glob.glob(folder + '/*.whl')
zipfile.ZipFile(wheel).extract(name, folder)`;

/** Where the schema of an object of this kind is among the definitions. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  'batch/v1 Job': 'io.k8s.api.batch.v1.Job',
  'v1 Pod': 'io.k8s.api.core.v1.Pod',
  'v1 PersistentVolumeClaim': 'io.k8s.api.core.v1.PersistentVolumeClaim',
};

const Kind = v.object({ apiVersion: v.string(), kind: v.string() });
const Schemas = v.pipe(v.string(), v.parseJson(), v.looseObject({ $id: v.string() }));

/** @returns what is wrong with an object of a manifest; nothing where it is right. */
export type Judge = (manifest: unknown) => string[];

/** Of the Kubernetes that the package is named after. Its `strict` schemas allow no field that they do not have. */
async function pathInPackage(): Promise<string> {
  const [, version] = /==(\d+\.\d+)\./.exec(await readFile(REQUIREMENTS, 'utf8')) ?? [];
  return `kubernetes_validate/kubernetes-json-schema/v${version}.0-local-strict/_definitions.json`;
}

/**
 * Fetches the schemas on first use.
 * @returns the reason where this machine cannot.
 */
export async function judgeOfManifests(logPath: string): Promise<Judge | string> {
  const python = await findPython3();
  if (!python) return 'no Python 3.11 or newer found; install one, or set HOLBENCH_PYTHON';
  const inPackage = await pathInPackage();
  const folder = await installed('kubernetes-schemas', REQUIREMENTS, async (folder) => {
    const run = (args: readonly string[]): Promise<void> =>
      mustRun({
        name: 'the fetch of the schemas of Kubernetes',
        command: python.path,
        args,
        logPath,
        limitMs: FETCH_MS,
      });
    await run([...PIP_DOWNLOAD, folder, '--requirement', REQUIREMENTS]);
    // Of 22,000 files one.
    await run(['-c', EXTRACT, folder, inPackage]);
  });
  const path = join(folder, inPackage);
  const schemas = v.parse(Schemas, await readFile(path, 'utf8'));
  // Its annotations, such as x-kubernetes-list-type, and formats are Kubernetes's own.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(schemas);
  return (manifest) => {
    const { apiVersion, kind } = v.parse(Kind, manifest);
    const definition = DEFINITIONS[`${apiVersion} ${kind}`];
    if (definition === undefined) return [`${apiVersion} ${kind} is of no known kind`];
    ajv.validate({ $ref: `${schemas.$id}#/$defs/${definition}` }, manifest);
    return (ajv.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}
