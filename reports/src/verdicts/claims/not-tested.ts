/** Why a run cannot test a claim, in one line. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
}

/** What `make` gives, or why it cannot. */
export function attempt<Made>(make: () => Made): Made | NotTested {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    return error;
  }
}
