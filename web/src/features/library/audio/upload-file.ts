import { audioHttp } from '@belfry/schemas/http/library/audio';
import { requestOf } from '@belfry/schemas/http/endpoint';
import { readUserKey } from '../../../lib/session/session-store.ts';

/** What is shown of an upload; `progress` is 0 to 1 of the bytes, and 1 while the server checks the file. */
export type Upload = { id: string; name: string; progress: number; error: string | null };

/**
 * Uploads with the progress of the bytes, which fetch does not report. Rejects with an Error whose message is the server's reason,
 * empty where there is none.
 */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  const { method, path, query } = requestOf(audioHttp.upload, { name: nameOf(file) });
  request.open(method, `/api${path}?${new URLSearchParams(query).toString()}`);
  request.setRequestHeader('Authorization', readUserKey() ?? '');
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onerror = () => reject(new Error(''));
  request.onload = () => {
    if (request.status === 201) resolve();
    else reject(new Error(reasonOf(request.response)));
  };
  request.send(file);
  return promise;
}

const NAME_MAX = 80;
/** The name of the file without its ending. */
const nameOf = ({ name }: File): string =>
  name
    .replace(/\.[^.]+$/, '')
    .slice(0, NAME_MAX)
    .trim() || 'Audio';

const reasonOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
