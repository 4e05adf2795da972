import { useAct } from '../../ui/use-act.ts';
import type { Member } from '@belfry/schemas/http/teams/members';
import { Badge, Button, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DetailFrame } from '../../kit/detail/index.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTimes } from '../../lib/times.ts';
import { RowList } from '../../ui/lists/list-frame.tsx';
import { wholeList } from '../../ui/lists/list-state.ts';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Invitations } from './invitations.tsx';
import { ChangeMember, EndMember, MemberForm, type MemberValues, NEW_MEMBER, useEnds } from './members/index.ts';
import { PersonDrawer } from './people/index.ts';
import rows from '../../ui/lists/text-row.module.css';
import classes from './people.module.css';
import { useAddMemberMutation, useGetMembersQuery } from './teams-api.ts';

type Props = { node: { company_id: number; name: string }; onClose: () => void };

type Open =
  | { kind: 'add' }
  | { kind: 'access'; member: Member }
  | { kind: 'change' | 'end'; member: Member; title: string }
  | null;

export function PeopleDialog({ node, onClose }: Props) {
  const { t } = useTranslation('teams');
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <DetailFrame title={t('people_of', { name: node.name })} closeOnEscape={open === null} onClose={onClose}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('lead')}
        </Text>
        <Button
          size="xs"
          mb="sm"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setOpen({ kind: 'add' })}
        >
          {t('add')}
        </Button>
        <Members node={node} onOpen={setOpen} />
        <Invitations companyId={node.company_id} />
      </DetailFrame>
      {open?.kind === 'add' && <AddMember node={node} onClose={close} />}
      {open?.kind === 'change' && <ChangeMember {...open} onClose={close} />}
      {open?.kind === 'end' && <EndMember {...open} onClose={close} />}
      {open?.kind === 'access' && <PersonDrawer who={String(open.member.user_id)} onClose={close} />}
    </>
  );
}

function Members({ node, onOpen }: { node: Props['node']; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const query = useGetMembersQuery(node.company_id);
  return (
    <RowList
      list={wholeList(query, query.data && peopleOf(query.data))}
      label={t('people_of', { name: node.name })}
      entry={rows.row}
      keyOf={([{ user_id }]) => user_id}
      waiting={<LineSkeletons count={3} height={44} />}
      empty={<Text size="sm">{t('empty')}</Text>}
      failure={(error) => ({ message: errorText(error, t('load_error')) })}
    >
      {(roles) => <PersonRow roles={roles} onOpen={onOpen} />}
    </RowList>
  );
}

type Roles = readonly [Member, ...Member[]];

function peopleOf(members: readonly Member[]): Roles[] {
  const people = new Map<number, Roles>();
  for (const member of members) {
    const roles = people.get(member.user_id);
    people.set(member.user_id, roles ? [...roles, member] : [member]);
  }
  return [...people.values()];
}

function PersonRow({ roles, onOpen }: { roles: Roles; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('teams');
  const [member] = roles;
  const { name, email } = member;
  return (
    <>
      <div className={rows.text}>
        <span className={rows.name}>{name}</span>
        <span className={rows.detail}>{email}</span>
      </div>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('show_access', { name })}
        onClick={() => onOpen({ kind: 'access', member })}
      >
        {t('all_access')}
      </Button>
      {roles.map((each) => (
        <RoleLine key={each.member_id} member={each} isOnly={roles.length === 1} onOpen={onOpen} />
      ))}
    </>
  );
}

/** `isOnly`: the person has no other role here, so that nothing has to name it. */
type RoleLineProps = { member: Member; isOnly: boolean; onOpen: (open: Open) => void };

function RoleLine({ member, isOnly, onOpen }: RoleLineProps) {
  const { t } = useTranslation('teams');
  const times = useTimes();
  const { name, role, may_emergency, expires_at, company_id, source_company_id, source_name } = member;
  const here = company_id === source_company_id;
  const from = source_name === null ? t('from_hidden') : t('from_above', { name: source_name });
  const titleOf = (key: 'change_of' | 'end_of'): string =>
    isOnly ? t(key, { name }) : `${t(key, { name })}: ${t(`roles.${role}`)}`;
  return (
    <div className={classes.role}>
      <span className={rows.text}>
        <span className={classes.badges}>
          <Badge variant="light" color="gray" size="sm" tt="none">
            {t(`roles.${role}`)}
          </Badge>
          {may_emergency && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              {t('may_emergency')}
            </Badge>
          )}
        </span>
        <span className={rows.detail}>
          {here ? t('here') : from} · {expires_at === null ? t('no_end') : `${t('until')} ${times.moment(expires_at)}`}
        </span>
      </span>
      {here && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={titleOf('change_of')}
            onClick={() => onOpen({ kind: 'change', member, title: titleOf('change_of') })}
          >
            {t('change')}
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            color="error"
            aria-label={titleOf('end_of')}
            onClick={() => onOpen({ kind: 'end', member, title: titleOf('end_of') })}
          >
            {t('end')}
          </Button>
        </>
      )}
    </div>
  );
}

function AddMember({ node, onClose }: Props) {
  const { t } = useTranslation('teams');
  const lang = useLocale();
  const [add, { isLoading }] = useAddMemberMutation();
  const { toInstant } = useEnds();
  const { act, failure } = useAct({ inline: true });
  const send = async ({ ends, ...values }: MemberValues): Promise<void> => {
    const body = { company_id: node.company_id, ...values, expires_at: toInstant(ends), lang } as const;
    const data = await act(() => add(body), {
      done: (data) => t('invitation_id' in data ? 'invited' : 'added', { email: values.email }),
      failed: t('add_failed'),
    });
    if (data === undefined) return;
    onClose();
  };
  return (
    <MemberForm
      title={t('add')}
      initial={NEW_MEMBER}
      submitLabel={t('submit_add')}
      asksEmail
      failure={failure}
      sending={isLoading}
      onSend={(values) => void send(values)}
      onClose={onClose}
    />
  );
}
