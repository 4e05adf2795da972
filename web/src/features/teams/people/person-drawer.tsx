import type { Person, PersonPlace } from '@belfry/schemas/http/teams/people';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Detail, Section } from '../../../kit/detail/index.ts';
import { useFailure } from '../../../kit/list/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useTimes } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import rows from '../../../ui/lists/text-row.module.css';
import { useAct } from '../../../ui/use-act.ts';
import { useAccountMenu } from '../../users/index.ts';
import { useRevokeInvitationMutation } from '../../users/users-api.ts';
import { ChangeMember, EndMember, type MemberAt } from '../members/index.ts';
import { useResendMemberInvitationMutation, useRevokeMemberInvitationMutation } from '../teams-api.ts';
import { LetIn } from './let-in.tsx';
import { useGetPeopleQuery } from './people-api.ts';
import { usePersonText } from './person-text.ts';

/** A person, by id or address: places and rights, and for administrators the account. */
export function PersonDrawer({ who, onClose }: { who: string; onClose: () => void }) {
  const { t } = useTranslation('people');
  const failureOf = useFailure();
  const query = useGetPeopleQuery({ who, page_size: 1 });
  const [person] = query.currentData?.rows ?? [];
  if (person) return <Loaded person={person} onClose={onClose} />;
  return (
    <Detail title={t('person')} waiting={!query.currentData} failure={failureOf(query)} onClose={onClose}>
      {t('gone')}
    </Detail>
  );
}

type Open = { kind: 'let_in' } | { kind: 'change' | 'end'; member: MemberAt } | null;

function Loaded({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation(['people', 'teams']);
  const grants = !useIsImpersonated();
  const { stateOf } = usePersonText();
  const [open, setOpen] = useState<Open>(null);
  const { user_id, name, email, account, places } = person;
  const { items, dialogs } = useAccountMenu(account && grants ? user_id : null);
  const shown = name ?? email;
  const close = (): void => setOpen(null);
  const seeAs = user_id !== null && places.some(({ member_id }) => member_id !== null);
  const open_ = (kind: 'change' | 'end') => (member: MemberAt) => setOpen({ kind, member });
  return (
    <>
      <Detail
        title={shown}
        path={name === null ? undefined : email}
        state={stateOf(person)}
        action={grants && <Button onClick={() => setOpen({ kind: 'let_in' })}>{t('add_place')}</Button>}
        menu={
          seeAs || items ? (
            <>
              {seeAs && (
                <Menu.Item component={Link} to={`/see-as?person=${user_id}`}>
                  {t('teams:see_as.open', { name: shown })}
                </Menu.Item>
              )}
              {items}
            </>
          ) : undefined
        }
        onClose={onClose}
      >
        <Section title={t('places')}>
          {places.length === 0 && <Text size="sm">{t('no_places')}</Text>}
          {places.map((place) => (
            <PlaceRow
              key={`${place.member_id} ${place.invitation_id}`}
              person={person}
              place={place}
              onChange={open_('change')}
              onEnd={open_('end')}
            />
          ))}
        </Section>
        <Registration person={person} />
      </Detail>
      {open?.kind === 'let_in' && <LetIn email={email} onClose={close} />}
      {open?.kind === 'change' && (
        <ChangeMember member={open.member} title={t('teams:change_of', { name: shown })} onClose={close} />
      )}
      {open?.kind === 'end' && (
        <EndMember member={open.member} title={t('teams:end_of', { name: shown })} onClose={close} />
      )}
      {dialogs}
    </>
  );
}

type PlaceRowProps = {
  person: Person;
  place: PersonPlace;
  onChange: (member: MemberAt) => void;
  onEnd: (member: MemberAt) => void;
};

function PlaceRow({ person: { name, email }, place, onChange, onEnd }: PlaceRowProps) {
  const { t } = useTranslation(['people', 'teams']);
  const times = useTimes();
  const { member_id, invitation_id, company_id, path, role, may_emergency, expires_at, valid_until, revision } = place;
  const details = [
    t(`teams:roles.${role}`),
    may_emergency ? t('teams:may_emergency') : null,
    expires_at === null ? null : `${t('teams:until')} ${times.moment(expires_at)}`,
    valid_until === null ? null : t('teams:valid_until', { date: times.day(valid_until) }),
  ];
  const member = member_id !== null &&
    revision !== null && { member_id, name: name ?? email, email, role, may_emergency, expires_at, revision };
  return (
    <div className={rows.row}>
      <div className={rows.text}>
        <span className={rows.name}>
          <PlaceName place={{ id: company_id, name: place.name }} />
        </span>
        <span className={rows.detail}>{[path, ...details].filter(Boolean).join(' · ')}</span>
      </div>
      {member && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('change_at', { place: place.name })}
            onClick={() => onChange(member)}
          >
            {t('teams:change')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={t('end_at', { place: place.name })}
            onClick={() => onEnd(member)}
          >
            {t('teams:end')}
          </Button>
        </Group>
      )}
      {invitation_id !== null && <InvitationButtons id={invitation_id} email={email} />}
    </div>
  );
}

function InvitationButtons({ id, email }: { id: number; email: string }) {
  const { t } = useTranslation('teams');
  const { act } = useAct();
  const [resend, resending] = useResendMemberInvitationMutation();
  const [revoke, revoking] = useRevokeMemberInvitationMutation();
  const failed = t('invitation_failed');
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={resending.isLoading}
        aria-label={t('resend_to', { email })}
        onClick={() => void act(() => resend(id), { done: t('resent', { email }), failed })}
      >
        {t('resend')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={revoking.isLoading}
        aria-label={t('revoke_of', { email })}
        onClick={() => void act(() => revoke(id), { done: t('revoked', { email }), failed })}
      >
        {t('revoke')}
      </Button>
    </Group>
  );
}

/** An open invitation to register, of administrators. */
function Registration({ person: { registration, email } }: { person: Person }) {
  const { t } = useTranslation(['people', 'teams']);
  const times = useTimes();
  const { act } = useAct();
  const [revoke, { isLoading }] = useRevokeInvitationMutation();
  if (!registration) return null;
  const { id, expires_at } = registration;
  return (
    <Section title={t('registers')}>
      <div className={rows.row}>
        <span className={rows.text}>{t('teams:valid_until', { date: times.day(expires_at) })}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={isLoading}
          aria-label={t('teams:revoke_of', { email })}
          onClick={() =>
            void act(() => revoke(id), { done: t('teams:revoked', { email }), failed: t('teams:invitation_failed') })
          }
        >
          {t('teams:revoke')}
        </Button>
      </div>
    </Section>
  );
}
