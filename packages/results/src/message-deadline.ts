/** A message without an answer is given up after so many seconds, where nobody asked for another time. */
export const MESSAGE_DEADLINE_SECONDS = 20;
