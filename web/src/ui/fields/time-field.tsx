import { TextInput, type TextInputProps } from '@mantine/core';
import { readTime } from '@belfry/schemas/domain/typed-time';

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onPaste'> & {
  /** `HH:MM`, or empty. */
  value: string;
  onChange: (time: string) => void;
};

/** A time of the day with the picker of the browser, which pastes nothing by itself: a pasted time is read as people write it. */
export function TimeField({ value, onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      type="time"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onPaste={(event) => {
        const time = readTime(event.clipboardData.getData('text'));
        if (time === null || props.readOnly || props.disabled) return;
        event.preventDefault();
        onChange(time.slice(0, 'HH:MM'.length));
      }}
    />
  );
}
