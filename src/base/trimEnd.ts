/**
 * The length of the text without what `isPart` accepts at its end, at least `from`. A loop, since an expression such as
 * `/[. ]+$/` takes time that is quadratic in a run that is not at the end.
 */
export const lengthWithoutEnd = (text: string, isPart: (char: string) => boolean, from = 0): number => {
  let end = text.length;
  while (end > from && isPart(text.charAt(end - 1))) end -= 1;
  return end;
};
