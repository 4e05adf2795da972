import { NODE_ROLES, type NodeRole } from '@belfry/schemas/domain/rights';
import { PROVIDER_RULES_MAX } from '@belfry/schemas/http/single-sign-on/providers';
import { Button, Checkbox, Fieldset, Group, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useTargetNodes } from '../places/targets-api.ts';
import type { RuleValues } from './provider-values.ts';

/** How many places a list shows; the others are found by their name. */
const PLACES_SHOWN = 50;

type Props = {
  /** The organisation whose places are offered; undefined: one's own. */
  owner: number | undefined;
  rules: readonly RuleValues[];
  onChange: (rules: RuleValues[]) => void;
};

/** Which value of the claim, or group of the directory, gives which role at which place. */
export function RulesField({ owner, rules, onChange }: Props) {
  const { t } = useTranslation('single-sign-on');
  const { nodes = [] } = useTargetNodes(owner);
  const places = nodes.map(({ company_id, path, name }) => ({
    value: String(company_id),
    label: path === '' ? name : `${path} / ${name}`,
  }));
  const replace = (at: number, changes: Partial<RuleValues>): void =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  const first = nodes[0]?.company_id ?? null;
  return (
    <Fieldset legend={t('rules')}>
      <Stack gap="md">
        <Text size="xs" c="dimmed">
          {t('rules_hint')}
        </Text>
        {rules.map((rule, index) => (
          // Rules have no other name than their position.
          <Rule
            // oxlint-disable-next-line react/no-array-index-key -- the order never changes
            key={index}
            number={index + 1}
            rule={rule}
            places={places}
            onChange={(changes) => replace(index, changes)}
            onRemove={() => onChange(rules.filter((_rule, other) => other !== index))}
          />
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={rules.length >= PROVIDER_RULES_MAX}
            onClick={() => onChange([...rules, { value: '', company_id: first, role: 'viewer', may_emergency: false }])}
          >
            {t('rule_add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

type RuleProps = {
  number: number;
  rule: RuleValues;
  places: { value: string; label: string }[];
  onChange: (changes: Partial<RuleValues>) => void;
  onRemove: () => void;
};

function Rule({ number, rule, places, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation('single-sign-on');
  return (
    <Fieldset legend={t('rule_number', { number })}>
      <Stack gap="xs">
        <TextInput
          label={t('rule_value')}
          value={rule.value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
        <Select
          label={t('rule_place')}
          data={places}
          limit={PLACES_SHOWN}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('rule_no_place')}
          value={rule.company_id === null ? null : String(rule.company_id)}
          onChange={(chosen) => onChange({ company_id: chosen === null ? null : Number(chosen) })}
        />
        <NativeSelect
          label={t('rule_role')}
          data={NODE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          value={rule.role}
          onChange={({ currentTarget }) => onChange({ role: roleNamed(currentTarget.value) })}
        />
        <Group justify="space-between">
          <Checkbox
            label={t('may_emergency')}
            checked={rule.may_emergency}
            onChange={({ currentTarget }) => onChange({ may_emergency: currentTarget.checked })}
          />
          <Button
            size="compact-sm"
            variant="light"
            color="error"
            aria-label={t('rule_remove_number', { number })}
            onClick={onRemove}
          >
            {t('rule_remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

const roleNamed = (name: string): NodeRole => NODE_ROLES.find((role) => role === name) ?? 'viewer';
