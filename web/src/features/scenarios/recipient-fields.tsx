import type { ScenarioRecipients } from '@belfry/schemas/http/scenarios/actions';
import { type Right, rightSchema } from '@belfry/schemas/domain/rights';
import { Button, Menu, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Where } from '../../kit/where/index.ts';
import { selectSession } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useGetPeopleQuery } from '../teams/people/people-api.ts';
import { useGetContactGroupsQuery } from './scenarios-api.ts';

type Props = { value: ScenarioRecipients; onChange: (value: ScenarioRecipients) => void };

const PEOPLE_SHOWN = 200;
const ROLES = rightSchema.options;
const numbers = (values: readonly string[]): number[] => values.map(Number);

/** Who gets a message; somebody whom several entries name gets it once. */
export function RecipientFields({ value, onChange }: Props) {
  const { t } = useTranslation('scenarios');
  const { data: people } = useGetPeopleQuery({ page_size: PEOPLE_SHOWN, kind: 'all' });
  const { data: groups = [] } = useGetContactGroupsQuery();
  const me = useSelector(selectSession)?.user_id;
  const others = (people?.rows ?? []).flatMap(({ user_id, name, email }) =>
    user_id === null || user_id === me ? [] : [{ value: String(user_id), label: name ?? email }],
  );
  const accounts = [...(me === undefined ? [] : [{ value: String(me), label: t('me') }]), ...others];
  const [added, setAdded] = useState<Right[]>(['speak']);
  const shown = ROLES.filter((right) => added.includes(right) || value.roles.some((role) => role.right === right));
  const left = ROLES.filter((right) => !shown.includes(right));
  return (
    <Stack gap="sm">
      <MultiSelect
        searchable
        label={t('to_people')}
        data={accounts}
        value={value.people.map(String)}
        onChange={(people_ids) => onChange({ ...value, people: numbers(people_ids) })}
      />
      <Where
        right="speak"
        label={t('to_responsible')}
        value={{ nodes: value.responsible }}
        onChange={({ nodes = [] }) => onChange({ ...value, responsible: nodes })}
      />
      {shown.map((right) => (
        <Where
          key={right}
          right="speak"
          label={t(`to_roles.${right}`)}
          value={{ nodes: value.roles.filter((role) => role.right === right).map(({ company_id }) => company_id) }}
          onChange={({ nodes = [] }) => {
            const others = value.roles.filter((role) => role.right !== right);
            onChange({ ...value, roles: [...others, ...nodes.map((company_id) => ({ company_id, right }))] });
          }}
        />
      ))}
      {left.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="compact-sm" style={{ alignSelf: 'start' }}>
              {t('to_others')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {left.map((right) => (
              <Menu.Item key={right} onClick={() => setAdded([...added, right])}>
                {t(`to_roles.${right}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {groups.length > 0 && (
        <MultiSelect
          searchable
          label={t('to_contacts')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value.contacts.map(String)}
          onChange={(ids) => onChange({ ...value, contacts: numbers(ids) })}
        />
      )}
    </Stack>
  );
}
