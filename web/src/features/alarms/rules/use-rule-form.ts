import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { ALARM_DELAY_S_MAX, ALARM_MINUTES_MAX, type AlarmKind, alarmKind } from '@belfry/schemas/domain/alarms';
import { type AlarmRule, alarmRuleSchema } from '@belfry/schemas/http/alarms/rules';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { changedFields, storedObjectOf, useEditConflict } from '../../../lib/edit-conflict.ts';
import { toast } from '../../../ui/toast.ts';
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
  const errorText = useErrorMessage();
  const [failure, setFailure] = useState<string | null>(null);
  // Read once: a later answer does not change what is being typed.
  const [base, setBase] = useState(rule);
  const [create, creating] = useCreateAlarmRuleMutation();
  const [change, changing] = useChangeAlarmRuleMutation();
  const [remove, removing] = useRemoveAlarmRuleMutation();
  const form = useForm<RuleValues>({ initialValues: valuesOf(rule), validate: useRuleProblems(kind) });
  const conflict = useEditConflict(form);

  async function send(values: RuleValues, from: AlarmRule | undefined): Promise<void> {
    const { error } = await (from === undefined
      ? create({ company_id: nodeId, kind, ...values })
      : change({
          rule_id: from.rule_id,
          revision: from.revision,
          ...changedFields(values, form.getInitialValues()),
        }));
    const current = storedObjectOf(error, alarmRuleSchema.strip());
    if (current && current.revision !== from?.revision) {
      setBase(current);
      return conflict.rebase(valuesOf(current)) === 0 ? send(form.getValues(), current) : undefined;
    }
    if (error) return setFailure(errorText(error, t('save_failed')));
    // Only after the change, whose revision says that nobody else has set anything. Otherwise it is an empty rule, which is the same.
    if (from !== undefined && setsNothing(values)) await remove(from.rule_id);
    toast('success', t('saved', { kind: nameOf[kind] }));
    onDone();
  }

  const submit = form.onSubmit(async (values) => {
    setFailure(null);
    await send(values, base);
  });
  const replaced: readonly RuleField[] = conflict.conflicts
    .filter(({ yours }) => yours !== undefined)
    .map(({ field }) => field);
  return {
    form,
    submit,
    failure,
    replaced,
    saving: creating.isLoading || changing.isLoading || removing.isLoading,
  };
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
