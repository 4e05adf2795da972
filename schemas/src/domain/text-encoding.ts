import { z } from 'zod';

export const encodingSchema = z
  .string()
  .describe(
    'in which the file was read, such as `utf-8`, `utf-16le` or `windows-1251`; the parameter `charset` of the media type chooses another',
  );
