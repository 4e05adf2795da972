import { AUDIT_EXPORTS_PER_HOUR, AUDIT_LISTED_MAX, AUDIT_VERIFICATIONS_PER_HOUR } from '@belfry/schemas/domain/audit';
import { auditHttp } from '@belfry/schemas/http/audit';
import { chainCommitted } from '../../audit/chain/chainer.ts';
import { AppError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { serve } from '../../serve.ts';
import { findEntries } from './audit.repository.ts';
import { exportChain, exportEntries } from './export.ts';
import { readableAudit } from './readable-audit.ts';
import { verifyShared } from './verify.ts';

const HOUR_S = 3_600;
const limitOf = (name: 'verify' | 'export', userId: number) => ({
  key: `audit-${name}:${userId}`,
  hits: name === 'verify' ? AUDIT_VERIFICATIONS_PER_HOUR : AUDIT_EXPORTS_PER_HOUR,
  windowSeconds: HOUR_S,
});

const fileName = (name: string): string => `attachment; filename="${name}"`;
const today = (): string => new Date().toISOString().slice(0, 10);

export const auditRoutes = [
  serve(
    auditHttp.list,
    { access: 'signed-in', policy: readableAudit },
    async ({ deps, user, policy, query: { page, page_size: limit, ...filter } }) => {
      const offset = (page - 1) * limit;
      if (offset >= AUDIT_LISTED_MAX)
        throw new AppError('invalid_input', `The first ${AUDIT_LISTED_MAX} rows are listed. Please narrow the time.`);
      const { rows, total } = await deps.long.read(user.id, ({ db }) =>
        findEntries(db, { caller: user, policy }, filter, { limit, offset }),
      );
      return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  serve(auditHttp.csv, { access: 'signed-in', policy: readableAudit }, async ({ deps, user, policy, query }) => {
    await countAttempt(deps, [limitOf('export', user.id)]);
    const chunks = await exportEntries(deps, { caller: user, policy }, query);
    return Reply.chunks(chunks, 'text/csv; charset=utf-8', {
      headers: { 'Content-Disposition': fileName(`audit-${today()}.csv`) },
    });
  }),
  serve(
    auditHttp.export,
    { access: 'admin', policy: readableAudit },
    async ({ deps, user, policy, query: { after } }) => {
      await countAttempt(deps, [limitOf('export', user.id)]);
      await chainCommitted(deps);
      const chunks = await exportChain(deps, { caller: user, policy }, after);
      return Reply.chunks(chunks, 'application/jsonl; charset=utf-8', {
        headers: { 'Content-Disposition': fileName(`audit-${today()}.jsonl`) },
      });
    },
  ),
  serve(auditHttp.verify, { access: 'signed-in', policy: readableAudit }, async ({ deps, user, req }) => {
    await countAttempt(deps, [limitOf('verify', user.id)]);
    const gone = new AbortController();
    req.res?.once('close', () => gone.abort());
    return verifyShared(deps, user.id, gone.signal);
  }),
];
