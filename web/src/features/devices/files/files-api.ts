import { filesHttp, type ImportQuery } from '@belfry/schemas/http/devices/files';
import { z } from 'zod';
import { baseApi } from '../../../lib/api/base-api.ts';
import { callFrom, reading } from '../../../lib/api/call.ts';
import { listQueryOf } from '../devices-api.ts';
import type { WallQuery } from '../views/wall-api.ts';

type Import = { csv: string; lines: ImportQuery['lines'] };
const CSV = { headers: { 'Content-Type': 'text/csv' } };

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The text of the file, without its byte order mark. */
    exportDevices: build.mutation(
      reading(
        callFrom(filesHttp.export, (query: WallQuery) => listQueryOf(query), { responseHandler: 'text' }),
        z.string(),
      ),
    ),
    /** Changes nothing. */
    checkImport: build.mutation(
      callFrom(filesHttp.import, (csv: string) => ({ body: csv, dry_run: '1' as const }), CSV),
    ),
    importDevices: build.mutation({
      ...callFrom(filesHttp.import, ({ csv, lines }: Import) => ({ body: csv, lines }), CSV),
      invalidatesTags: (answer) => (answer?.applied ? ['DeviceList', 'Device', 'Company'] : []),
    }),
  }),
});

export const { useExportDevicesMutation, useCheckImportMutation, useImportDevicesMutation } = filesApi;
