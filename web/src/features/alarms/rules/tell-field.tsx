import { type AlarmTell, TOLD_PEOPLE_MAX } from '@belfry/schemas/domain/alarms';
import { NODE_ROLES } from '@belfry/schemas/domain/rights';
import { Checkbox, Group, MultiSelect, Stack } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import type { TellablePeople } from './use-tellable-people.ts';

type Props = { value: AlarmTell; people: TellablePeople; onChange: (tell: AlarmTell) => void };

/** Who is told: everybody with a role at the place, and further people by name. */
export function TellField({ value, people, onChange }: Props) {
  const { t } = useTranslation(['alarm-rules', 'teams', 'common']);
  const known = new Set(people.choices.map((choice) => choice.value));
  // People who are told already, and who the person may not look up, stay.
  const others = value.people.map(String).filter((id) => !known.has(id));
  const data = [...people.choices, ...others.map((id) => ({ value: id, label: people.nameOf(Number(id)) }))];
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('fields.tell')}
        description={t('hints.tell')}
        value={value.roles}
        onChange={(chosen: string[]) =>
          onChange({ ...value, roles: NODE_ROLES.filter((role) => chosen.includes(role)) })
        }
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
        onChange={(chosen) => onChange({ ...value, people: chosen.map(Number) })}
      />
    </Stack>
  );
}
