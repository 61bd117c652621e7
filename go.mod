module tafelrunde

go 1.26
