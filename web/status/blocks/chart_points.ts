interface ChartPoints {
  from: number;
  stepMs: number;
  top: number;
  points: readonly { value: number | null; isDown: boolean }[];
}

export function readPoints(text: string): ChartPoints {
  const [from = "0", step = "0", top = "1", values = ""] = text.split(" ");
  const points = values.split(",").map((written) => {
    const value = written.replace("d", "");
    return { value: value === "" ? null : Number(value), isDown: written.endsWith("d") };
  });
  return { from: Number(from), stepMs: Number(step), top: Number(top), points };
}

export function shareOf(index: number, count: number): number {
  return (index + 0.5) / count;
}
