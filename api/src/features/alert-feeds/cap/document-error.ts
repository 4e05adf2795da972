export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** Characters that XML does not have. */
// oxlint-disable-next-line no-control-regex
export const NO_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
