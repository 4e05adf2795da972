import { type ComponentProps, type ReactNode, useState } from 'react';
import { FormDrawer } from '../../kit/form/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { Bodies } from './library-api.ts';
import { type FormParts, NameField, SaveForm } from './save-form.tsx';

type ItemKind = 'audio' | 'chimes' | 'playlists' | 'stations';

/** What is typed so far; `checked`: what is wrong is shown, since it was to be saved. */
export type Typed<V> = { values: V; checked: boolean; change: (next: Partial<V>) => void };

type Props<K extends ItemKind, V> = FormParts &
  Pick<ComponentProps<typeof SaveForm<K>>, 'kind' | 'item' | 'labels' | 'textOf'> & {
    opened: V;
    bodyOf: (values: V) => Bodies[K];
    valuesOf: (body: Bodies[K]) => V;
    /** What must hold beside the name. */
    isComplete?: (values: V) => boolean;
    onSaved?: (body: Bodies[K]) => void;
    /** The fields below the name. */
    children?: (typed: Typed<V>) => ReactNode;
  };

/** The form of what has a name and a few fields, in the drawer of the library. */
export function ItemForm<K extends ItemKind, V extends { name: string }>(props: Props<K, V>) {
  const { kind, item, opened, bodyOf, valuesOf, isComplete, onSaved, head, foot, onClose, children, ...texts } = props;
  const { t } = useTranslation('library');
  const [values, setValues] = useState(opened);
  const [checked, setChecked] = useState(false);
  const body = bodyOf(values);
  const check = (): boolean => {
    setChecked(true);
    return body.name !== '' && isComplete?.(values) !== false;
  };
  return (
    <FormDrawer title={item?.name ?? t(`${kind}.new`)} path={item && t(`kind.${kind}`)} param="open" onClose={onClose}>
      {({ onCancel, onDirty }) => {
        const change = (next: Partial<V>): void => {
          setValues((now) => ({ ...now, ...next }));
          onDirty(true);
        };
        return (
          <>
            {head}
            <SaveForm
              kind={kind}
              item={item}
              body={body}
              check={check}
              apply={(next) => setValues(valuesOf(next))}
              onSaved={() => {
                onClose();
                onSaved?.(body);
              }}
              onCancel={onCancel}
              {...texts}
            >
              <NameField
                value={values.name}
                checked={checked}
                onChange={(name) => change({ name } satisfies { name: string } as Partial<V>)}
              />
              {children?.({ values, checked, change })}
            </SaveForm>
            {foot}
          </>
        );
      }}
    </FormDrawer>
  );
}
