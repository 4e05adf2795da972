import type { EndpointRequest } from '@belfry/schemas/http/endpoint';
import { readUserKey } from '../session/session-store.ts';

const CREATED = 201;

/**
 * Sends a file with the progress of its bytes (0 to 1), which fetch does not report. Rejects with an Error whose message is the server's
 * reason, empty without one.
 * @returns the answer
 */
export function sendFile(
  { method, path, query }: EndpointRequest,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  request.open(method, `/api${path}?${new URLSearchParams(query).toString()}`);
  request.setRequestHeader('Authorization', readUserKey() ?? '');
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onerror = () => reject(new Error(''));
  request.onload = () => {
    if (request.status === CREATED) resolve(request.response);
    else reject(new Error(reasonOf(request.response)));
  };
  request.send(file);
  return promise;
}

const reasonOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
