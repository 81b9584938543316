import * as v from 'valibot';

/** An id of the lab, such as "node-http2" or "tcp-cc", for commands to copy. */
export const Name = v.pipe(v.string(), v.regex(/^[\w.-]+$/));

/**
 * Options for commands to copy: words without characters special to a POSIX shell, or quoted words.
 * So a foreign run folder cannot inject commands.
 */
export const ShellWords = v.pipe(
  v.string(),
  // oxlint-disable-next-line no-control-regex -- quoted or not, they steer a terminal
  v.regex(/^(?:[\w%+=:,./@ -]|'[^'\u0000-\u001f\u007f-\u009f]*'|\\')+$/),
);
