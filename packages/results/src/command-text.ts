import * as v from 'valibot';

/** An id of the lab, such as "node-http2" or "tcp-cc": it goes into commands to be copied. */
export const Name = v.pipe(v.string(), v.regex(/^[\w.-]+$/));

/**
 * Options as a POSIX shell takes them, which go into commands to be copied: words in which nothing
 * is special to a shell, or that are quoted. A run of somebody else can run nothing by them.
 */
export const ShellWords = v.pipe(
  v.string(),
  // oxlint-disable-next-line no-control-regex -- quoted or not, they steer a terminal
  v.regex(/^(?:[\w%+=:,./@ -]|'[^'\u0000-\u001f\u007f-\u009f]*'|\\')+$/),
);
