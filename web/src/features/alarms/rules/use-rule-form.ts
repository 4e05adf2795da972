import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_DELAY_S_MAX, ALARM_MINUTES_MAX, type AlarmKind, alarmKind } from '@belfry/schemas/domain/alarms';
import { type AlarmRule, alarmRuleSchema } from '@belfry/schemas/http/alarms/rules';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { changedFields, sendEdit, useEditConflict } from '../../../lib/edit-conflict.ts';
import { useAct } from '../../../ui/use-act.ts';
import { type RuleField, type RuleValues, setsNothing, valuesOf } from './rule-values.ts';
import { useChangeAlarmRuleMutation, useCreateAlarmRuleMutation, useRemoveAlarmRuleMutation } from './rules-api.ts';

export type RuleFormState = UseFormReturnType<RuleValues>;

type Options = {
  kind: AlarmKind;
  nodeId: number;
  /** What the node sets now; absent: nothing. */
  rule: AlarmRule | undefined;
  onDone: () => void;
};

/**
 * The form of a rule. Saving makes the rule, changes it, or deletes it where nothing is set any more. `replaced` are the fields that
 * somebody else has changed meanwhile and saving again would replace.
 */
export function useRuleForm({ kind, nodeId, rule, onDone }: Options) {
  const { t } = useTranslation('alarm-rules');
  const nameOf = useTexts(ALARM_NAMES);
  const { act, pending, failure } = useAct({ inline: true });
  // Read once: a later answer does not change what is being typed.
  const [base, setBase] = useState(rule);
  const [create] = useCreateAlarmRuleMutation();
  const [change] = useChangeAlarmRuleMutation();
  const [remove] = useRemoveAlarmRuleMutation();
  const form = useForm<RuleValues>({ initialValues: valuesOf(rule), validate: useRuleProblems(kind) });
  const conflict = useEditConflict(form);

  const send = async (from: AlarmRule | undefined) => {
    const values = form.getValues();
    if (from === undefined) return create({ company_id: nodeId, kind, ...values });
    const { rule_id, revision } = from;
    const answer = await change({ rule_id, revision, ...changedFields(values, form.getInitialValues()) });
    // Only after the change, whose revision says that nobody else has set anything. Otherwise it is an empty rule, which is the same.
    if (!answer.error && setsNothing(values)) await remove(rule_id);
    return answer;
  };
  const rebase = (current: AlarmRule): number => {
    setBase(current);
    return conflict.rebase(valuesOf(current));
  };
  const submit = form.onSubmit(async () => {
    const outcome = { done: t('saved', { kind: nameOf[kind] }), failed: t('save_failed') };
    const answer = await act(() => sendEdit(base, send, { schema: alarmRuleSchema.strip(), rebase }), outcome);
    if (answer !== undefined) onDone();
  });
  const replaced: readonly RuleField[] = conflict.conflicts
    .filter(({ yours }) => yours !== undefined)
    .map(({ field }) => field);
  return { form, submit, failure, replaced, saving: pending };
}

function useRuleProblems(kind: AlarmKind) {
  const { t } = useTranslation('alarm-rules');
  const within =
    (min: number, max: number, whole: boolean) =>
    (value: number | null): string | null =>
      value === null || (value >= min && value <= max && (!whole || Number.isInteger(value)))
        ? null
        : t('range', { min, max });
  const { min, max } = alarmKind(kind).threshold ?? { min: 0, max: 0 };
  return {
    threshold: within(min, max, false),
    delay_s: within(0, ALARM_DELAY_S_MAX, true),
    clear_after_s: within(0, ALARM_DELAY_S_MAX, true),
    rises_after_minutes: within(1, ALARM_MINUTES_MAX, true),
    escalate_after_minutes: within(1, ALARM_MINUTES_MAX, true),
  };
}
