import { Stack, TextInput } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { formatSerial, isSerial, SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useAddCompanyMutation } from '../../companies/companies-api.ts';
import { useRegisterDeviceMutation } from '../enrolment-api.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { OnePlace, useFirstRoom, useWhereQuery } from '../../../kit/where/index.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { useWaiting } from './use-waiting.ts';
import { useMakeRoom } from './use-make-room.ts';

type Props = {
  /** Where it is added; undefined: the place is chosen in the form. */
  place: number | undefined;
  onBack: () => void;
  /** It is online, and can say who it is. */
  onAdded: (added: { serial: string; company_id: number; name: string }) => void;
  onDone: () => void;
};

/** For a loudspeaker that has a label instead of a code: the pass on it proves whose it is. It gets its place in the same form. */
export function LabelForm({ place, onBack, onAdded, onDone }: Props) {
  const { t } = useTranslation('pairing');
  const errorText = useErrorMessage();
  const navigate = useNavigate();
  const first = useFirstRoom();
  const all = useWhereQuery({ right: 'edit-tree' });
  const hasNone = all.data !== undefined && !all.data.items.some(({ kind }) => kind === 'place');
  const makeRoom = useMakeRoom();
  const { data: waiting = [] } = useWaiting();
  const [typed, setValues] = useState<Partial<Record<'serial' | 'pass' | 'name' | 'room', string>>>({});
  // One without a place is meant: one's own, or, by an administrator, one of nobody.
  const unplaced = (waiting.find(({ status }) => status === 'online') ?? waiting[0])?.serial ?? '';
  const values = { pass: '', name: '', room: '', ...typed, serial: typed.serial ?? unplaced };
  const [picked, setPicked] = useState<number | null>(null);
  const placeId = place ?? picked ?? first;
  const { data } = useWhereQuery({ right: 'read', targets: { nodes: [placeId ?? 0] } }, { skip: placeId === null });
  const type = data?.items[0]?.type ?? null;
  const cannotHold = type !== null && type !== 'Company';
  const { add, failure, pending } = useAdd();
  const field = (name: keyof typeof values, format = (text: string): string => text) => ({
    value: values[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setValues((now) => ({ ...now, [name]: format(currentTarget.value) }));
    },
  });
  const submit = async (): Promise<void> => {
    const at = placeId ?? (await makeRoom.make(values.room.trim(), undefined));
    if (at === null) return;
    // A second attempt uses it.
    setPicked(at);
    const company_id = await add({ ...values, placeId: at });
    if (company_id === undefined) return;
    const { serial, name } = values;
    if (waiting.some((device) => device.serial === serial && device.status === 'online'))
      return onAdded({ serial, company_id, name });
    onDone();
    await navigate(`${placeAddress(at)}?speaker=${values.serial}`);
  };
  const lacksPlace = hasNone && placeId === null ? values.room.trim() === '' : placeId === null || cannotHold;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          {...field('pass')}
          label={t('label.pass')}
          description={t('label.pass_hint')}
          maxLength={DEVICE_PASS_MAX}
          spellCheck={false}
          data-autofocus
        />
        <TextInput
          {...field('serial', formatSerial)}
          label={t('label.serial')}
          description={t('label.serial_hint')}
          className="tabular"
          inputMode="numeric"
          required
          maxLength={SERIAL_LENGTH}
        />
        <TextInput
          {...field('name')}
          label={t('name')}
          description={t('label.name_hint')}
          required
          maxLength={COMPANY_LIMITS.name}
        />
        {hasNone && (
          <TextInput
            {...field('room')}
            label={t('room')}
            description={t('room_first')}
            required
            maxLength={COMPANY_LIMITS.name}
          />
        )}
        {place === undefined && !hasNone && (
          <OnePlace
            label={t('label.place')}
            right="edit-tree"
            value={placeId}
            onChange={setPicked}
            error={cannotHold ? t('label.cannot_hold') : undefined}
          />
        )}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {makeRoom.error !== undefined && <Notice tone="error">{errorText(makeRoom.error, t('label.failed'))}</Notice>}
        <FormButtons
          submitLabel={t('add')}
          submitting={pending || makeRoom.isLoading}
          submitDisabled={!isSerial(values.serial) || values.name.trim() === '' || lacksPlace}
          onCancel={onBack}
        />
      </Stack>
    </form>
  );
}

type Added = { serial: string; pass: string; name: string; placeId: number };

/** Who has it already only gives it a place, so that a second attempt continues where the first has failed. */
function useAdd() {
  const { t } = useTranslation('pairing');
  const { act, failure, pending, fail } = useAct({ inline: true });
  const administers = isAdministrator(useSelector(selectRole) ?? 'user');
  const [register] = useRegisterDeviceMutation();
  const [addNode] = useAddCompanyMutation();
  const add = async ({ serial, pass, name, placeId }: Added): Promise<number | undefined> => {
    const failed = t('label.failed');
    const node = { name, type: 'Device' as const, parent_company_id: placeId, serial };
    // An administrator gives one that nobody owns to the owner of the place.
    if (administers && pass === '') return act(() => addNode(node), { failed });
    const registered = await act(
      async () => {
        const answer = await register({ serial, ...(pass !== '' && { pass }) });
        const isOwn = isApiError(answer.error) && answer.error.code === 'device_owned';
        return isOwn ? { data: null } : answer;
      },
      { failed },
    );
    if (registered === undefined) return undefined;
    // Without a code an administrator is asked first.
    if (registered !== null && 'approval' in registered) {
      fail(t('label.waits'));
      return undefined;
    }
    return act(() => addNode(node), { failed });
  };
  return { add, failure, pending };
}
