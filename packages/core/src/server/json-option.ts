import * as v from 'valibot';

/**
 * The value of an option such as `--factors '{"chunkBytes":16384}'`; what is missing has its default.
 * @throws Error that names the option and the part that is wrong.
 */
export function parseJsonOption<Output>(
  name: string,
  schema: v.GenericSchema<unknown, Output>,
  json: string,
): Output {
  const result = v.safeParse(schema, parsed(name, json));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`--${name}: ${v.getDotPath(issue) ?? 'the object'}: ${issue.message}`);
}

function parsed(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`--${name}: not JSON`);
  }
}
