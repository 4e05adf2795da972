import { requestOf, type Endpoint } from '@belfry/schemas/http/endpoint';
import { endedText, gatewayText } from './gateway-text.ts';
import { inOrganisation } from '../session/organisation.ts';
import { readUserKey } from '../session/session-store.ts';

type Upload = {
  fields: object;
  file: Blob;
  type: string;
  /** 0 to 1 of the bytes, and 1 while the server checks the file. */
  onProgress: (share: number) => void;
};

/**
 * Uploads a file with the progress of the bytes, which fetch does not report, and without the time limit of other calls. Rejects with an Error whose
 * message is the reason of the server, or of what is in front of it. What belongs to an organisation is added to the chosen one.
 * @returns the answer, which is not checked
 */
export function uploadFile(endpoint: Endpoint, { fields, file, type, onProgress }: Upload): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  const { method, path, query } = requestOf(endpoint, inOrganisation(endpoint, fields));
  request.open(method, `/api${path}?${new URLSearchParams(query).toString()}`);
  request.setRequestHeader('Authorization', readUserKey() ?? '');
  request.setRequestHeader('Content-Type', type);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onerror = () => reject(new Error(endedText()));
  request.onload = () => {
    if (request.status === (endpoint.status ?? SUCCESS)) resolve(request.response);
    else reject(new Error(reasonOf(request.response) || gatewayText(request.status)));
  };
  request.send(file);
  return promise;
}

const SUCCESS = 200;
const reasonOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : '';
