/** A document is not what it has to be; the message says why, in English. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** What is no character of XML. */
// oxlint-disable-next-line no-control-regex
export const NO_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
