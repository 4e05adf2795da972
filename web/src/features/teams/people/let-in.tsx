import { isEmail } from '@belfry/schemas/domain/email-address';
import { hasRight, NODE_ROLES, type NodeRole, rightsOfRole } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { LET_IN_PLACES_MAX } from '@belfry/schemas/http/teams/people';
import type { WhereItem } from '@belfry/schemas/http/places/where';
import { CloseButton, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { More } from '../../../kit/form/index.ts';
import { OnePlace, shortName } from '../../../kit/where/index.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { MomentField } from '../../../ui/fields/date-field.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useInviteMutation } from '../../users/users-api.ts';
import { useEnds } from '../members/index.ts';
import { useLetInMutation } from './people-api.ts';
import classes from './people.module.css';

type Props = {
  /** Of somebody who gets further places. */
  email?: string;
  onClose: () => void;
};
type Grant = { company_id: number; name: string; role: NodeRole };

/** Lets somebody in: an address, and a role at each place. Administrators may also invite to register only. */
export function LetIn({ email, onClose }: Props) {
  const { t } = useTranslation('people');
  return (
    <FormDialog title={email === undefined ? t('let_in.title') : t('let_in.title_of', { email })} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          email={email}
          onCancel={onCancel}
          onDirty={onDirty}
          onDone={() => {
            onDirty(false);
            onClose();
          }}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  email: string | undefined;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
};

function Fields({ email: known, onCancel, onDirty, onDone }: FieldsProps) {
  const { t } = useTranslation(['people', 'teams']);
  const lang = useLocale();
  const registers = isAdministrator(useSelector(selectRole) ?? 'user') && known === undefined;
  const { act, pending, failure, fail } = useAct({ inline: true });
  const [letIn] = useLetInMutation();
  const [invite] = useInviteMutation();
  const { toInstant } = useEnds();
  const [email, setEmail] = useState(known ?? '');
  const [grants, setGrants] = useState<readonly Grant[]>([]);
  const [role, setRole] = useState<NodeRole>('announcer');
  const [mayEmergency, setMayEmergency] = useState(false);
  const [ends, setEnds] = useState('');
  const edited = (): void => {
    fail(null);
    onDirty(true);
  };
  const add = (item: WhereItem): void => {
    if (item.company_id === null) return;
    setGrants([...grants, { company_id: item.company_id, name: shortName(item), role }]);
    edited();
  };
  const send = async (): Promise<void> => {
    const address = email.trim();
    if (!isEmail(address)) return fail(t('let_in.invalid_email'));
    const failed = t('teams:add_failed');
    const answer =
      grants.length === 0
        ? await act(() => invite({ email: address, lang }), { done: t('let_in.invited', { email: address }), failed })
        : await act(
            () =>
              letIn({
                email: address,
                lang,
                expires_at: toInstant(ends),
                places: grants.map((grant) => ({
                  company_id: grant.company_id,
                  role: grant.role,
                  may_emergency: mayEmergency && maySpeak(grant.role),
                })),
              }),
            {
              done: ({ invitations }) => t(invitations > 0 ? 'let_in.invited' : 'let_in.done', { email: address }),
              failed,
            },
          );
    if (answer !== undefined) onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="md">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {known === undefined && (
          <TextInput
            type="email"
            label={t('teams:email')}
            autoComplete="off"
            data-autofocus
            maxLength={254}
            value={email}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              edited();
            }}
          />
        )}
        {grants.length > 0 && (
          <ul className={classes.grants} aria-label={t('places')}>
            {grants.map((grant, index) => (
              <li key={`${grant.company_id} ${grant.role}`}>
                <span>{grant.name}</span>
                <RoleSelect
                  label={t('role_at', { place: grant.name })}
                  value={grant.role}
                  onChange={(next) => {
                    setRole(next);
                    setGrants(grants.map((each, at) => (at === index ? { ...each, role: next } : each)));
                  }}
                />
                <CloseButton
                  aria-label={t('let_in.without', { place: grant.name })}
                  onClick={() => setGrants(grants.filter((each) => each !== grant))}
                />
              </li>
            ))}
          </ul>
        )}
        {grants.length < LET_IN_PLACES_MAX && (
          <OnePlace
            // A place that was taken leaves the field empty for the next one.
            key={grants.length}
            label={t(grants.length === 0 ? 'let_in.place' : 'let_in.another')}
            right="members"
            value={null}
            onChange={(_id, item) => item && add(item)}
          />
        )}
        {grants.length > 0 && (
          <Text size="sm" c="dimmed">
            {t(`teams:role_hints.${grants.at(-1)?.role ?? 'viewer'}`)}
          </Text>
        )}
        {registers && grants.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('let_in.registers')}
          </Text>
        )}
        <More what={t('let_in.more')}>
          <Switch
            label={t('teams:may_emergency')}
            description={t('teams:may_emergency_hint')}
            checked={mayEmergency}
            onChange={({ currentTarget }) => setMayEmergency(currentTarget.checked)}
          />
          <MomentField label={t('teams:ends')} description={t('teams:ends_hint')} value={ends} onChange={setEnds} />
        </More>
        <FormButtons
          submitLabel={t('let_in.submit')}
          submitting={pending}
          submitDisabled={email.trim() === '' || (grants.length === 0 && !registers)}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const maySpeak = (role: NodeRole): boolean => hasRight(rightsOfRole(role, { mayEmergency: true }), 'emergency');

type RoleSelectProps = { label: string; value: NodeRole; onChange: (role: NodeRole) => void };

function RoleSelect({ label, value, onChange }: RoleSelectProps) {
  const { t } = useTranslation('teams');
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={NODE_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      onChange={({ currentTarget }) => {
        const role = NODE_ROLES.find((each) => each === currentTarget.value);
        if (role) onChange(role);
      }}
    />
  );
}
