import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/**
 * For `responseHandler` of a download: saves the file that is received, and answers null, because files are not kept in the cache. An
 * error is read as JSON.
 */
export const savedAs =
  (filename: string): Exclude<FetchArgs['responseHandler'], string | undefined> =>
  async (response) => {
    if (!response.ok) return response.json();
    const [{ saveFile }, content] = await Promise.all([import('../save-file.ts'), response.blob()]);
    saveFile(filename, content);
    return null;
  };
