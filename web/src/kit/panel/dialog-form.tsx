import { Alert, Stack } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../ui/dialogs/use-reported-dirty.ts';
import { useAct } from '../../ui/use-act.ts';

type Texts<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V];

/**
 * What is typed into a form.
 * @returns `set`: changes some of the values; `text`: what a field of text needs, by the name of its value
 */
export function useFields<V extends object>(atFirst: V | (() => V)) {
  const [first] = useState(atFirst);
  const [values, setValues] = useState(first);
  const set = (changed: Partial<V>): void => setValues((now) => ({ ...now, ...changed }));
  const text = (field: Texts<V>) => ({
    value: values[field] as string,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [field]: currentTarget.value } as Partial<V>),
  });
  return { values, set, text, isDirty: values !== first };
}

type FormProps<R> = {
  /** Something was typed that would be lost. */
  isDirty: boolean;
  submitLabel: string;
  /** null: not enough is filled in. */
  call: (() => PromiseLike<{ data?: R | undefined; error?: unknown }>) | null;
  failed: string;
  /** By default the dialog closes. */
  onSaved?: (answer: Exclude<R, undefined>) => void;
  className?: string | undefined;
  /** Beside the fields. */
  aside?: ReactNode;
  children: ReactNode;
};
type Props<R> = FormProps<R> &
  Pick<ComponentProps<typeof FormDialog>, 'title' | 'size' | 'onClose'> & {
    /** Instead of the form, once it has been saved. */
    after?: ReactNode;
  };

/** A form in a dialog, which asks before it discards what was typed, and shows why it was not saved. */
export function DialogForm<R>({ title, size, after, onClose, ...rest }: Props<R>) {
  return (
    <FormDialog title={title} size={size} onClose={onClose}>
      {(parts) => after ?? <Form {...rest} {...parts} onClose={onClose} />}
    </FormDialog>
  );
}

type InnerProps<R> = FormProps<R> & {
  onClose: () => void;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

function Form<R>({
  isDirty,
  submitLabel,
  call,
  failed,
  onSaved,
  className,
  aside,
  children,
  onClose,
  onCancel,
  onDirty,
}: InnerProps<R>) {
  const { act, pending, failure } = useAct({ inline: true });
  useReportedDirty(isDirty, onDirty);
  const save = async (): Promise<void> => {
    const answer = call ? await act(call, { failed }) : undefined;
    if (answer === undefined) return;
    onDirty(false);
    if (onSaved) onSaved(answer);
    else onClose();
  };
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        {children}
        {failure !== null && (
          <Alert color="error" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons
          submitLabel={submitLabel}
          submitting={pending}
          submitDisabled={call === null}
          onCancel={onCancel}
        />
      </Stack>
      {aside}
    </form>
  );
}
