import type { FetchArgs } from '@reduxjs/toolkit/query/react';

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const saveTextFile = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

/**
 * For `responseHandler` of a download: saves the file that is received, and answers null, because files are not kept in the cache. An
 * error is read as JSON.
 */
export const savedAs =
  (filename: string): Exclude<FetchArgs['responseHandler'], string | undefined> =>
  async (response) => {
    if (!response.ok) return response.json();
    saveFile(filename, await response.blob());
    return null;
  };
