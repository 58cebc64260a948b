extension Language {
  static let vietnamese = Language(
    "vi",
    (
      32,
      [
        .family(families), " ", .word(middles), " ", .word(vietnameseGivens), " ",
        .word(vietnameseGivens),
      ]
    ),
    (1, [.family(families), " ", .word(middles), " ", .word(vietnameseGivens)]))
}

private let families = Words(
  """
  Nguyễn Trần Lê Phạm Hoàng Phan Vũ Đặng Bùi Đỗ Hồ Ngô Dương Lý Huỳnh Võ Đào Đinh Đoàn Lâm Mai Trịnh
  Tô Tạ Cao Châu Chu Hà Kiều La Lưu Lương Mạc Nghiêm Ninh Ông Phùng Quách Quan Tăng Thái Thân Tiêu
  Tôn Triệu Trương Từ Văn Viên Vương Bạch Cù Doãn Đàm Đổng Giang Hứa Khổng Khúc Lã Lại Lục Mã Nhan
  Phí Phó Sầm Thạch Thi Tống Trang Ung Vi Xa Yên An Âu Bành Chử Diệp Đậu Đường Hàn Hình Kha Khương
  Liễu Lư Lữ Mẫn Mông Nông Phù Sơn Tất Thẩm Tiết Trà Tưởng Ứng Vòng
  """, skew: 1.2)

private let middles = Words(
  """
  Văn Thị Hữu Đức Minh Ngọc Thanh Xuân Quang Anh Bảo Công Đình Duy Gia Hoài Hồng Hải Kim Khánh Lan
  Mạnh Mỹ Nhật Như Phúc Phương Quốc Quỳnh Thành Thảo Thế Thiên Thu Thùy Tiến Trọng Trung Tuấn Tường
  Tú Uyên Việt Vĩnh Bích Cẩm Diệu Hạnh
  """, skew: 0.3)

private let vietnameseGivens = Words(
  """
  Anh Ân Bách Bằng Bảo Bích Bình Ca Cẩm Chánh Chi Chiến Chinh Cúc Cương Cường Dạ Danh Diễm Diệp Dung
  Dũng Duyên Dương Đan Đào Đạt Điệp Đông Đức Giang Hà Hạ Hải Hân Hạnh Hào Hậu Hiên Hiền Hiếu Hiệp Hòa
  Hoa Hoàn Hồng Huệ Hùng Huy Huyền Hương Hưng Khanh Khải Khang Khoa Khôi Kiên Kiệt Kim Kỳ Lâm Lan Lê
  Liên Linh Loan Lộc Lợi Long Luân Ly Mai Mẫn Mi Minh My Nam Nga Ngân Nghi Nghĩa Ngọc Nguyên Nguyệt
  Nhã Nhân Nhi Nhung Nhựt Oanh Phát Phi Phong Phú Phúc Phụng Phước Phượng Quân Quang Quế Quí Quyên
  Quyết Quỳnh Sang Sinh Sơn Sương Tài Tâm Tân Thạch Thắng Thanh Thảo Thi Thịnh Thoa Thơ Thông Thơm
  Thuận Thục Thủy Thư Thương Tiên Tín Tình Toàn Trà Trâm Trang Trí Trinh Trúc Trường Tuấn Tuyết Tùng
  Tuyền Tường Uyên Vân Vinh Vy Xuân Ý Yến
  """)
