import type { ApiError } from '../../lib/api/api-error.ts';

const RAW_MAX = 300;

/** The `message` of a JSON body. */
function messageIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    return 'message' in parsed && typeof parsed.message === 'string' ? parsed.message : '';
  } catch {
    return undefined;
  }
}

/**
 * The server's text for an error: its `error`, its `message`, or the raw text of its answer (see TREE-26);
 * empty where there is none. Invalid input is reported per field.
 */
export function serverText({ code, message, details, body = '' }: ApiError): string {
  if (code === 'invalid_input' && details.length > 0) return details.map((detail) => detail.message).join(' ');
  // Without an answer, and for an answer of the contract, the error has a sentence already.
  if (message !== '' && code !== 'unreadable') return message;
  return (messageIn(body) ?? body.trim().slice(0, RAW_MAX)) || (body === '' ? message : '');
}
