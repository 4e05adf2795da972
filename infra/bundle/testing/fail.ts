type Failure = { text: string };

const failure: Failure = { text: 'of the test' };

export function failAt(): Error {
  return new Error(failure.text);
}
