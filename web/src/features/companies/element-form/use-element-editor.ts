import { useForm } from '@mantine/form';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemsOf } from './element-rules.ts';
import { isChanged, type ElementValues } from './element-values.ts';
import { useBindAtOnce } from './use-bind-at-once.ts';
import type { ElementTask } from './use-element-values.ts';
import { useSaveElement } from './use-save-element.ts';

type Options = {
  task: ElementTask;
  initial: ElementValues;
  onDone: (companyId: number) => void;
  onDirty: (dirty: boolean) => void;
  onCreated: (companyId: number) => void;
};

/** The state of the element form: its fields, the chosen device, and saving. */
export function useElementEditor({ task, initial, onDone, onDirty, onCreated }: Options) {
  const { t } = useTranslation('element-form');
  const [saved, setSaved] = useState(initial);
  const [device, setDevice] = useState<Device | null>(null);
  const form = useForm<ElementValues>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(Object.entries(problemsOf(values)).map(([field, rule]) => [field, t(`rules.${rule}`)])),
  });
  const { save, refusal, created } = useSaveElement(task);
  const node = task.mode === 'edit' ? task.node : null;
  const { bindNow, binding, failure } = useBindAtOnce(node?.company_id ?? 0);
  // Where the lists are loaded after the dialog, the dialog could not focus the field with `data-autofocus`.
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
    // The button that opened the picker is removed now.
    form.getInputNode('serial')?.focus();
  };
  const submit = form.onSubmit(
    async (values) => {
      const id = await save(values, device?.device_type);
      if (id !== null) onDone(id);
    },
    (problems) => form.getInputNode(Object.keys(problems)[0] ?? '')?.focus(),
  );
  return {
    form,
    submit,
    refusal,
    created,
    serial: {
      /** A stored serial cannot be replaced here. */
      fixed: saved.serial !== '',
      /** Records that a device was bound to the edited element. */
      note: node !== null && device !== null ? t('bound', { serial: device.serial }) : undefined,
      owner: node?.user_id ?? (task.mode === 'add' ? task.parent.user_id : 0),
      failure,
      busy: binding,
      pick,
    },
  };
}
