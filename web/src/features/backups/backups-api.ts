import { backupsHttp } from '@belfry/schemas/http/backups';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, unlessFailed } from '../../lib/api/call.ts';

const backupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getBackups: build.query({ ...call(backupsHttp.read), providesTags: ['Backup'] }),
    configureBackups: build.mutation({ ...call(backupsHttp.configure), invalidatesTags: ['Backup'] }),
    startBackup: build.mutation({ ...call(backupsHttp.start), invalidatesTags: unlessFailed('Backup') }),
  }),
});

export const { useGetBackupsQuery, useConfigureBackupsMutation, useStartBackupMutation } = backupsApi;
