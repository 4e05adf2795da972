/** A refused command has a status of 4xx or 5xx, but the same body as any other answer; see CMD-6. */
export const isCommandAnswer = ({ ok }: Response, body: unknown): boolean =>
  ok || (typeof body === 'object' && body !== null && 'success' in body && 'errorType' in body);
