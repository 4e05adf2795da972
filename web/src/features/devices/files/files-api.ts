import { importAnswerSchema, type ImportAnswer, type ImportQuery } from '@belfry/schemas/http/devices/files';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';
import { parametersOf } from '../devices-api.ts';
import type { WallQuery } from '../views/wall-api.ts';

type Import = { csv: string; lines: ImportQuery['lines'] };
const post = (csv: string, params: object) => ({
  url: '/devices/import',
  method: 'POST',
  params,
  headers: { 'Content-Type': 'text/csv' },
  body: csv,
});

const filesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /devices/export: the text of the file, without its byte order mark. */
    exportDevices: build.mutation<string, WallQuery>({
      query: (query) => ({ url: '/devices/export', params: parametersOf(query), responseHandler: 'text' }),
    }),
    /** POST /devices/import?dry_run=1: changes nothing. */
    checkImport: build.mutation<ImportAnswer, string>({
      query: (csv) => post(csv, { dry_run: 1 }),
      rawResponseSchema: lenient(importAnswerSchema),
    }),
    /** POST /devices/import */
    importDevices: build.mutation<ImportAnswer, Import>({
      query: ({ csv, lines }) => post(csv, { lines }),
      rawResponseSchema: lenient(importAnswerSchema),
      invalidatesTags: (answer) => (answer?.applied ? ['DeviceList', 'Device', 'Company'] : []),
    }),
  }),
});

export const { useExportDevicesMutation, useCheckImportMutation, useImportDevicesMutation } = filesApi;
