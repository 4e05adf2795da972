import { vi } from 'vitest';

type Upload = { url: string; file: Blob };

/** Replaces the upload of files, until `vi.unstubAllGlobals()`: each is answered at once. */
export function fakeUpload(answer: { status: number; body: unknown }): Upload[] {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload: () => void = () => undefined;
      responseType = '';
      status = answer.status;
      response = answer.body;
      #url = '';
      open(_method: string, url: string): void {
        this.#url = url;
      }
      setRequestHeader(): void {}
      send(file: Blob): void {
        uploads.push({ url: this.#url, file });
        this.upload.onprogress?.({ loaded: 1, total: 2 });
        queueMicrotask(() => this.onload());
      }
    },
  );
  return uploads;
}
