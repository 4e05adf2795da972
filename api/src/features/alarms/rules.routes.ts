import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { canHandleAlarms, canReadNode } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { changeRule, createRule, listRules, readEffectiveRules, removeRule } from './rules.service.ts';

const READING = { access: 'signed-in', policy: canReadNode } as const;
const EDITING = { access: 'signed-in', policy: canHandleAlarms, audit: 'service' } as const;

export const alarmRuleRoutes = [
  serve(alarmRulesHttp.list, READING, ({ deps, user, query: { company_id } }) => listRules(deps.db, user, company_id)),
  serve(alarmRulesHttp.effective, READING, ({ deps, user, query: { company_id } }) =>
    readEffectiveRules(deps.db, user, company_id),
  ),
  serve(alarmRulesHttp.create, EDITING, ({ deps, user, ip, policy, body }) =>
    createRule(deps, { user, ip }, policy, body),
  ),
  serve(alarmRulesHttp.change, EDITING, ({ deps, user, ip, policy, params: { rule_id }, body }) =>
    changeRule(deps, { user, ip }, policy, { ...body, rule_id }),
  ),
  serve(alarmRulesHttp.remove, EDITING, ({ deps, user, ip, policy, params: { rule_id } }) =>
    removeRule(deps, { user, ip }, policy, rule_id),
  ),
];
