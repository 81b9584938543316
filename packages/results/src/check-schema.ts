import * as v from 'valibot';

/**
 * Checks a value of a run folder against its schema, on write and on read.
 *
 * @throws Error of one line that names the first broken rule and its field.
 */
export function checkSchema<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new Error(field === null ? issue.message : `${field}: ${issue.message}`);
}
