import { reportsHttp, type ReportQuery } from '@belfry/schemas/http/reports';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, reading } from '../../lib/api/call.ts';
import { savedAs } from '../../lib/save-file.ts';

export const reportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query({ ...call(reportsHttp.read), keepUnusedDataFor: 0 }),
    exportReport: build.mutation(
      reading(
        {
          query: (query: ReportQuery) =>
            call(reportsHttp.csv, { responseHandler: savedAs(`report-${query.month}.csv`) }).query(query),
        },
        z.null(),
      ),
    ),
  }),
});

export const { useGetReportQuery, useExportReportMutation } = reportsApi;

const monthSchema = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
  .nullable()
  .catch(null);
/** The month that the address names; otherwise the one before the present one, which is whole. */
export const monthOf = (address: URLSearchParams, now: Date): string =>
  monthSchema.parse(address.get('month')) ?? monthsBefore(now)[1] ?? '';

const MONTHS = 13;
/** The present month and those before it, as 2026-11, by the clock of the browser. */
export const monthsBefore = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_none, back) => {
    const month = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
  });

/** `November 2026` */
export const nameOfMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15`));
