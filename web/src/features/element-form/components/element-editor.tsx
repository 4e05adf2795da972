import { Alert, Button, Fieldset, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Device } from '@belfry/schemas/http/devices';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { problemsOf } from '../element-rules.ts';
import { allowedBelow, isChanged, type ElementValues } from '../element-values.ts';
import { useBindAtOnce } from '../use-bind-at-once.ts';
import type { ElementTask } from '../use-element-values.ts';
import { useSaveElement } from '../use-save-element.ts';
import classes from './element-fields.module.css';
import { NameFields, PlaceFields, type Gallery } from './element-fields.tsx';
import { FormSection } from './form-section.tsx';
import { SerialChoice } from './serial-choice.tsx';
import { SettingsSection } from './settings-section.tsx';
import { TypeSwitcher } from './type-switcher.tsx';

type Props = {
  task: ElementTask;
  initial: ElementValues;
  gone: boolean;
  onDone: (companyId: number) => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  /** The element is made, whatever becomes of its device: closing from here on is being done. */
  onCreated: (companyId: number) => void;
};

/** The form itself. What was typed stays after a refusal. */
export function ElementEditor({ task, initial, gone, onDone, onCancel, onDirty, onCreated }: Props) {
  const { t } = useTranslation(['element-form', 'common']);
  const [saved, setSaved] = useState(initial);
  const [device, setDevice] = useState<Device | null>(null);
  const [gallery, setGallery] = useState<Gallery | null>(null);
  const form = useForm<ElementValues>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(Object.entries(problemsOf(values)).map(([field, rule]) => [field, t(`rules.${rule}`)])),
  });
  const { save, refusal, created } = useSaveElement(task);
  const node = task.mode === 'edit' ? task.node : null;
  const { bindNow, binding, failure } = useBindAtOnce(node?.company_id ?? 0);
  // Where the lists took longer than the dialog, it could not give the focus to the field that is marked for it.
  const begin = useEffectEvent(() => form.getInputNode('name')?.focus());
  useEffect(() => begin(), []);
  const dirty = created === null && isChanged(form.values, saved);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => {
    if (created !== null) onCreated(created);
  }, [created, onCreated]);

  const pick = async (picked: Device): Promise<void> => {
    if (node && !(await bindNow(picked))) return;
    setDevice(picked);
    form.setFieldValue('serial', picked.serial);
    if (!node) return;
    setSaved({ ...saved, serial: picked.serial });
    // The button that opened the picker goes now.
    form.getInputNode('serial')?.focus();
  };
  const submit = form.onSubmit(
    async (values) => {
      const id = await save(values, device?.device_type);
      if (id !== null) onDone(id);
    },
    (problems) => form.getInputNode(Object.keys(problems)[0] ?? '')?.focus(),
  );
  const { type } = form.values;
  const { onChange: _typed, ...serialProps } = form.getInputProps('serial');
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={form.submitting}>
      <LeaveGuard active={dirty} text={t('common:discard.text')} />
      <Stack gap="lg">
        <Fieldset variant="unstyled" m={0} disabled={created !== null}>
          <Stack gap="md">
            {task.mode === 'add' && (
              <TypeSwitcher
                allowed={allowedBelow(task.parent.type)}
                value={type}
                onChange={(next) => {
                  form.setFieldValue('type', next);
                  form.clearErrors();
                }}
              />
            )}
            <NameFields form={form} gallery={gallery} onGallery={setGallery} />
          </Stack>
        </Fieldset>
        {type === 'Device' && (
          <SerialChoice
            {...serialProps}
            value={form.values.serial}
            fixed={saved.serial !== ''}
            error={failure ?? serialProps.error}
            note={node !== null && device !== null ? t('bound', { serial: device.serial }) : undefined}
            busy={binding}
            owner={node?.user_id ?? (task.mode === 'add' ? task.parent.user_id : 0)}
            opened={gallery === 'serial'}
            onOpen={(open) => setGallery(open ? 'serial' : null)}
            onPick={(picked) => void pick(picked)}
          />
        )}
        {created === null && (
          <>
            <FormSection title={t('place')}>
              <PlaceFields form={form} gallery={gallery} onGallery={setGallery} />
            </FormSection>
            <FormSection title={t('settings')}>
              <SettingsSection form={form} />
            </FormSection>
          </>
        )}
        <Stack className={classes.footer ?? ''} gap="sm">
          {gone && (
            <Alert color="error" py="xs" role="alert">
              {t('common:deleted')}
            </Alert>
          )}
          {refusal !== null && (
            <Alert color="error" py="xs" role="alert">
              {refusal}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {t(created === null ? 'cancel' : 'done_without')}
            </Button>
            <Button type="submit" loading={form.submitting} disabled={gone}>
              {t(created !== null ? 'bind_again' : task.mode === 'add' ? 'add' : 'save')}
            </Button>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}
