import { type Report, reportsHttp } from '@belfry/schemas/http/reports';
import { Reply } from '../../http/routes/route.ts';
import { canReadNode } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { reportCsv } from './report-csv.ts';
import { readReport } from './reports.service.ts';

const READING = { access: 'signed-in', policy: canReadNode } as const;

export const reportRoutes = [
  serve(reportsHttp.read, READING, async ({ deps, user, policy, query }) =>
    Reply.json(await readReport(deps, user, policy, query)),
  ),
  serve(reportsHttp.csv, READING, async ({ deps, user, policy, query }) => {
    const report = JSON.parse(await readReport(deps, user, policy, query)) as Report;
    const name = `report-${query.company_id}-${query.month}.csv`;
    return Reply.chunks(reportCsv(report), 'text/csv', {
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    });
  }),
];
