import {
  ALARM_DELAY_S_MAX,
  ALARM_MINUTES_MAX,
  type AlarmKind,
  alarmKind,
  type AlarmTell,
  TOLD_PEOPLE_MAX,
} from '@belfry/schemas/domain/alarms';
import { ALARM_SEVERITIES } from '@belfry/schemas/domain/alarm-severity';
import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Checkbox,
  MultiSelect,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useFieldText, useUnitText } from './rule-texts.ts';
import type { Inherited, RuleField } from './rule-values.ts';
import type { RuleFormState } from './use-rule-form.ts';
import type { RuleNode } from './use-rule-node.ts';
import { NODE_ROLES } from '@belfry/schemas/domain/rights';
import type { TellablePeople } from './use-tellable-people.ts';

type Props = {
  kind: AlarmKind;
  node: RuleNode;
  form: RuleFormState;
  inherited: Inherited;
  knownAbove: boolean;
};

type Range = { min: number; max: number; unit: string; whole?: boolean };
type NumberField = 'threshold' | 'delay_s' | 'clear_after_s' | 'rises_after_minutes' | 'escalate_after_minutes';

export function RuleFields({ kind, node, form, inherited, knownAbove }: Props) {
  const { t } = useTranslation(['alarm-rules', 'alarms']);
  const { values } = form;
  const unitOf = useUnitText();
  const { threshold } = alarmKind(kind);
  const around = (field: RuleField, control: ReactNode) => (
    <WithSource {...{ field, kind, node, form, inherited, knownAbove }}>{control}</WithSource>
  );
  const number = (field: NumberField, range: Range) =>
    around(
      field,
      <ValueInput
        label={t(`fields.${field}`)}
        description={t(`hints.${field}`)}
        range={range}
        value={values[field]}
        error={form.errors[field]}
        onChange={(value) => form.setFieldValue(field, value)}
      />,
    );
  const seconds = { min: 0, max: ALARM_DELAY_S_MAX, unit: t('units.s') };
  const minutes = { min: 1, max: ALARM_MINUTES_MAX, unit: t('units.min') };
  return (
    <Stack gap="lg">
      {around(
        'enabled',
        <Switch
          label={t('fields.enabled')}
          description={t('hints.enabled')}
          checked={values.enabled ?? inherited.enabled.value}
          onChange={({ currentTarget }) => form.setFieldValue('enabled', currentTarget.checked)}
        />,
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {around(
          'severity',
          <NativeSelect
            label={t('fields.severity')}
            description={t('hints.severity')}
            data={ALARM_SEVERITIES.map((value) => ({ value, label: t(`alarms:severity.${value}`) }))}
            value={values.severity ?? inherited.severity.value}
            onChange={({ currentTarget }) =>
              form.setFieldValue('severity', ALARM_SEVERITIES.find((each) => each === currentTarget.value) ?? null)
            }
          />,
        )}
        {threshold && number('threshold', { ...threshold, unit: unitOf(kind), whole: false })}
        {number('delay_s', seconds)}
        {number('clear_after_s', seconds)}
        {number('rises_after_minutes', minutes)}
        {number('escalate_after_minutes', minutes)}
      </SimpleGrid>
      {around(
        'tell',
        <TellField
          value={values.tell ?? inherited.tell.value}
          people={node.people}
          onChange={(tell) => form.setFieldValue('tell', tell)}
        />,
      )}
    </Stack>
  );
}

type ValueInputProps = {
  label: string;
  description: string;
  range: Range;
  /** null: inherited. */
  value: number | null;
  error: ReactNode;
  onChange: (value: number | null) => void;
};

/** The typed number; null for empty or incomplete input. */
function numberOf(typed: number | string): number | null {
  const value = typed === '' ? Number.NaN : Number(typed);
  return Number.isNaN(value) ? null : value;
}

/** A number with its unit; empty while it is inherited. */
function ValueInput({ range: { min, max, unit, whole = true }, value, onChange, ...rest }: ValueInputProps) {
  const { t } = useTranslation('alarm-rules');
  // What is typed may not be a number yet, as `70.` is not.
  const [typed, setTyped] = useState<number | string>(value ?? '');
  if (numberOf(typed) !== value) setTyped(value ?? '');
  return (
    <NumberInput
      {...rest}
      suffix={` ${unit}`}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={!whole}
      value={typed}
      placeholder={t('empty')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}

type WithSourceProps = Props & { field: RuleField; children: ReactNode };

/** A control, with the source of its value below. */
function WithSource({ field, kind, node, form, inherited, knownAbove, children }: WithSourceProps) {
  const { t } = useTranslation('alarm-rules');
  const textOf = useFieldText(node.people.nameOf);
  const own = form.values[field] !== null;
  const hidden = !knownAbove && inherited[field].source_company_id === 0;
  const above = hidden
    ? t('source.above')
    : `${node.nameOf(inherited[field].source_company_id)}: ${textOf(inherited, field, kind)}`;
  return (
    <div>
      {children}
      <Group gap="xs" mt={4}>
        <Text size="xs" c="dimmed">
          {own ? t('source.own') : above}
        </Text>
        {own && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('use_inherited_of', { field: t(`fields.${field}`) })}
            title={above}
            onClick={() => {
              form.setFieldValue(field, null);
              form.clearFieldError(field);
            }}
          >
            {t('use_inherited')}
          </Button>
        )}
      </Group>
    </div>
  );
}

type TellFieldProps = { value: AlarmTell; people: TellablePeople; onChange: (tell: AlarmTell) => void };

/** Who is told: everybody with a role at the place, and further people by name. */
function TellField({ value, people, onChange }: TellFieldProps) {
  const { t } = useTranslation(['alarm-rules', 'teams', 'common']);
  const choiceIds = new Set(people.choices.map((choice) => choice.value));
  // People who are told already, and who the person may not look up, stay.
  const others = value.people.map(String).filter((id) => !choiceIds.has(id));
  const data = [...people.choices, ...others.map((id) => ({ value: id, label: people.nameOf(Number(id)) }))];
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('fields.tell')}
        description={t('hints.tell')}
        value={value.roles}
        onChange={(roles: string[]) => onChange({ ...value, roles: NODE_ROLES.filter((role) => roles.includes(role)) })}
      >
        <Group gap="md" mt="xs">
          {NODE_ROLES.map((role) => (
            <Checkbox key={role} value={role} label={t(`teams:roles.${role}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <MultiSelect
        label={t('people')}
        description={t('hints.people')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear_search'), 'aria-hidden': false, tabIndex: 0 }}
        maxValues={TOLD_PEOPLE_MAX}
        data={data}
        value={value.people.map(String)}
        nothingFoundMessage={t('common:nothing_found')}
        onChange={(ids) => onChange({ ...value, people: ids.map(Number) })}
      />
    </Stack>
  );
}
