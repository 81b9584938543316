import * as v from 'valibot';
import { LabError } from './errors.ts';

/**
 * Parses JSON from the network against `schema`.
 * @throws LabError `malformed_message` for what is not JSON, `invalid_message` for another shape.
 */
export function parseJson<Schema extends v.GenericSchema>(
  schema: Schema,
  json: string,
): v.InferOutput<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new LabError('malformed_message', 'the message is not JSON');
  }
  return parseValue(schema, value);
}

/** A rule's message quotes the input, which may be a megabyte long. */
const MAX_RULE_CHARACTERS = 300;

/**
 * Parses a decoded value against `schema`.
 * @throws LabError `invalid_message` naming the first place that breaks the schema.
 */
export function parseValue<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue);
  const rule = path ? `${path}: ${issue.message}` : issue.message;
  throw new LabError('invalid_message', rule.slice(0, MAX_RULE_CHARACTERS));
}
