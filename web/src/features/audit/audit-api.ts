import { auditHttp, type AuditFilter, type AuditQuery, type AuditVerification } from '@belfry/schemas/http/audit';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { askFor, call, callPage, reading } from '../../lib/api/call.ts';
import { addressFilters } from '../../lib/list-address.ts';
import { savedAs } from '../../lib/save-file.ts';

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAuditPage: build.query({
      ...callPage(auditHttp.list, (query: AuditQuery) => query),
      // What is recorded is not announced, so a page that is opened again asks again.
      keepUnusedDataFor: 0,
    }),
    /** Asks until the end of the chain: one call verifies a part of a long one. */
    verifyAudit: build.query<AuditVerification, void>({
      queryFn: async (_none, { signal }, _extra, ask) => {
        for (;;) {
          const answer = await askFor(ask, call(auditHttp.verify), undefined);
          if (answer.error !== undefined) return { error: answer.error };
          if (answer.data.continues !== true || signal.aborted) return { data: answer.data };
        }
      },
      keepUnusedDataFor: 0,
    }),
    exportAudit: build.mutation(
      reading(
        {
          query: (filter: AuditFilter) => call(auditHttp.csv, { responseHandler: savedAs('audit.csv') }).query(filter),
        },
        z.null(),
      ),
    ),
  }),
});
export const { useVerifyAuditQuery, useExportAuditMutation } = auditApi;

/** The kinds of actions that can be chosen: the part before the dot. */
export const AUDIT_KINDS = [
  'account',
  'alarm',
  'alarm_rule',
  'announcement',
  'bells',
  'api_key',
  'backup',
  'command',
  'command_run',
  'company',
  'day_programme',
  'device',
  'device_filter',
  'directory',
  'emergency',
  'firmware',
  'group',
  'holidays',
  'identity-provider',
  'installation',
  'library',
  'maintenance_window',
  'member',
  'organisation',
  'outbox',
  'page',
  'passkey',
  'push',
  'recipient',
  'rollout',
  'sample_organisation',
  'saved_place',
  'schedule',
  'schedule_feed',
  'sms',
  'sms_template',
  'timetable',
  'trigger',
  'user',
  'voice',
  'voice_sample',
  'webhook',
] as const;
/** The actions that have a text: the part after the dot. Others are shown by their name. */
export const AUDIT_VERBS = [
  'acknowledge',
  'add',
  'add-group',
  'add-person',
  'add-two-factor',
  'all_clear',
  'approve-claim',
  'approve-enrolment',
  'ask',
  'ask-contact',
  'begin-two-factor',
  'bind',
  'block',
  'broadcast',
  'bulk',
  'call',
  'cancel',
  'change',
  'change-contact',
  'change-group',
  'change-password',
  'change-person',
  'choose-log-level',
  'claim',
  'comment',
  'configure',
  'confirm',
  'confirm-email',
  'confirm-phone',
  'create',
  'decline',
  'delete',
  'delete-all',
  'disable',
  'duplicate',
  'edit',
  'end',
  'end-directory-token',
  'end-other-sessions',
  'end-secret',
  'end-session',
  'expire',
  'export',
  'favorite',
  'impersonate',
  'import',
  'invite',
  'lift-session-limit',
  'limit-sessions',
  'make-directory-token',
  'move',
  'pause',
  'pause-run',
  'prove-domain',
  'read',
  'redeliver',
  'register',
  'reject-claim',
  'reject-enrolment',
  'remove',
  'remove-group',
  'remove-person',
  'remove-two-factor',
  'rename',
  'replace-recovery-codes',
  'require-second-factor',
  'resend-invitation',
  'reset',
  'reset-log-level',
  'reset-password',
  'reset-two-factor',
  'responsible',
  'resume',
  'resume-run',
  'revoke-invitation',
  'rotate-key',
  'rotate-secret',
  'run',
  'second-factor',
  'send',
  'session',
  'set-aside',
  'settings',
  'sign-out',
  'snooze',
  'start',
  'stop',
  'stop-run',
  'sync',
  'test',
  'unbind',
  'unblock',
  'unfavorite',
  'update-key',
  'update-profile',
  'upload',
  'waive-second-factor',
  'withdraw-claim',
] as const;
export const KIND_CHOICES = ['all', ...AUDIT_KINDS] as const;

const daySchema = z.iso.date().or(z.literal('')).catch('');
/** The filters of the audit in the address; each invalid one falls back alone. `node` 0 is every node. */
export const auditFilters = addressFilters(
  z.object({
    actor: z.string().trim().max(200).catch(''),
    action: z.enum(KIND_CHOICES).catch('all'),
    node: z.coerce.number().int().min(0).catch(0),
    from: daySchema,
    to: daySchema,
  }),
);
export type AuditFilters = typeof auditFilters.defaults;

export const isFiltered = (filters: AuditFilters): boolean =>
  filters.actor !== '' || filters.action !== 'all' || filters.node !== 0 || filters.from !== '' || filters.to !== '';

export const askedOf = ({ actor, action, node, from, to }: AuditFilters): AuditFilter => ({
  ...(actor !== '' && { actor }),
  ...(action !== 'all' && { action }),
  ...(node !== 0 && { company_id: node }),
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});
