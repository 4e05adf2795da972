import { audioHttp } from '@belfry/schemas/http/library/audio';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n.ts';
import { uploadFile } from './upload-file.ts';

beforeAll(() => startI18n().then(() => undefined));
afterEach(() => vi.unstubAllGlobals());

function upload(status: number | null, response: unknown = null): Promise<unknown> {
  class Request {
    upload = {};
    status = status ?? 0;
    response = response;
    onload = (): void => undefined;
    onerror = (): void => undefined;
    open(): void {}
    setRequestHeader(): void {}
    send(): void {
      if (status === null) this.onerror();
      else this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const file = new Blob(['x']);
  return uploadFile(audioHttp.upload, {
    fields: { name: 'Bell' },
    file,
    type: 'audio/mpeg',
    onProgress: () => undefined,
  });
}

it.each([
  // A page is no JSON, so that the response is null.
  [413, null, /larger than a server in front of Belfry takes \(413\)/],
  [502, null, /got no answer from Belfry \(502\)/],
  [504, null, /got no answer from Belfry \(504\)/],
  [403, null, /refused the call \(403\)/],
  [413, { error: 'The file has more than 20 MB', code: 'payload_too_large' }, /^The file has more than 20 MB$/],
  [null, null, /connection ended while the file was sent/],
])('answered with %s %j it says why', (status, response, reason) =>
  expect(upload(status, response)).rejects.toThrow(reason),
);
