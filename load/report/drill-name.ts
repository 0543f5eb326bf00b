/** What a chart and the drills call a drill: A, B, …, Z, A1, B1, … */
export const drillLetter = (index: number): string => {
  const round = Math.floor(index / 26);
  return `${String.fromCharCode(65 + (index % 26))}${round === 0 ? '' : round}`;
};
